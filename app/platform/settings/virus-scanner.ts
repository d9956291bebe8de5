import { z } from 'zod';

/** Where ClamAV's daemon listens. */
export interface VirusScanner {
  host: string;
  port: number;
}

const usualPort = 3310;

export const virusScannerShape = {
  VIRUS_SCANNER_URL: z
    .url({
      protocol: /^clamd$/,
      // "clamd:scanner:3310" is an address too, without a host: the daemon would be looked for on this machine.
      hostname: /./,
      error: 'must be the address of ClamAV’s daemon, as in clamd://127.0.0.1:3310',
    })
    .optional(),
};

/** Who looks for viruses in files that people send; null where nobody does. */
export function virusScannerOf(url: string | undefined): VirusScanner | null {
  if (url === undefined) return null;
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || usualPort) };
}
