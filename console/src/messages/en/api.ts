export const api = {
  statusAlone: (status: number, text: string) => `The server answered ${[status, text].filter(Boolean).join(" ")}.`,
  sessionEnded: "The session had ended. Sign in, then try again.",
  unreachable: "Feedwright can't be reached. Check the connection; the page continues when it's back.",
  otherAnswered: "Something else answered in Feedwright's place, such as a network's sign-in page. Check the connection, then try again.",
  fileChanged: "The file has changed since it was chosen. Choose it again.",
} as const;
