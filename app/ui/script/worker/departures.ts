import { worker } from '#app/ui/script/worker/worker-scope.ts';

/** How long a press counts, in milliseconds. */
const lifetime = 60_000;

/** Pages that somebody wants to leave, by where for: a link in a new tab leaves none. */
const departures = new Map<string, { clientId: string; at: number }>();

/** A page says that a press in it leads to an address. */
export function noteDeparture(href: string, clientId: string): void {
  departures.delete(href);
  departures.set(href, { clientId, at: Date.now() });
  for (const [other, { at }] of departures) if (Date.now() - at > lifetime) departures.delete(other);
}

/** The page that waits for an address, if one does; asked once. */
export async function findWaitingPage(href: string) {
  const departure = departures.get(href);
  departures.delete(href);
  if (!departure || Date.now() - departure.at > lifetime) return undefined;
  return worker.clients.get(departure.clientId);
}
