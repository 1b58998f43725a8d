export const api = {
  statusAlone: (status: number, text: string) => `The server answered ${[status, text].filter(Boolean).join(" ")}.`,
  sessionEnded: "The session had ended. Sign in, then try again.",
  unreachable: "Feedwright can't be reached. Check the connection; the page continues when it's back.",
  fileChanged: "The file has changed since it was chosen. Choose it again.",
} as const;
