/** What an endpoint is called: by its owner, or by where it is. */
export const nameOf = ({ url, description }: { url: string; description: string }): string =>
  description || new URL(url).host;
