/** The first step of every channel that fetches the file by itself. */
export function copyUrlStep(feedUrl: string | null): { readonly title: string; readonly text: string; readonly url: string | null } {
  return feedUrl === null
    ? { title: "Wait for the first file", text: "The file's URL appears here as soon as a run with this channel is live.", url: null }
    : { title: "Copy the file's URL", text: `${feedUrl} never changes. Each run replaces the file behind it.`, url: feedUrl };
}
