export const api = {
  statusAlone: (status: number, text: string) => `The server answered ${[status, text].filter(Boolean).join(" ")}.`,
  unreachable: "Feedwright can't be reached. Check the connection; the page continues when it's back.",
} as const;
