/** Hosts a browser treats as trustworthy without TLS. */
const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a host, as a URL names it, is this machine. */
export const isLocalHost = (host: string): boolean => localHosts.has(host);
