export const chart = {
  showChart: "Show the chart",
  showTable: "Show as a table",
  nothing: "There is no completed run in this time.",
  walkable: (title: string) => `${title}. Arrow keys walk the points.`,
  unknown: "nothing known",
  point: (time: string, value: string, mark: string | undefined) => `${time}: ${value}${mark === undefined ? "" : `, ${mark}`}`,
  time: "Time",
  value: "Value",
  note: "Note",
} as const;
