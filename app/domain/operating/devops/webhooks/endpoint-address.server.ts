import { Refusal } from '#app/domain/core/values/errors.ts';
import { config } from '#app/platform/config.server.ts';
import { AddressRefused, type Resolve, resolveAddress } from '#app/platform/outgoing/addresses.server.ts';

/** So long a name is looked up while somebody waits for the page, in milliseconds. */
const lookUpMs = 4_000;

const refuse = (message: string) => new Refusal('invalid', message, 'url');

/** An address as it is kept, from how it was typed. @throws {Refusal} invalid for one that events are not sent to */
export async function checkedAddress(typed: string, resolve?: Resolve): Promise<string> {
  const isAnyAllowed = config().allowsAnyWebhookTarget;
  const address = URL.parse(typed);
  if (!address || !['https:', 'http:'].includes(address.protocol))
    throw refuse('Please give an address such as https://example.com/hooks.');
  if (address.protocol !== 'https:' && !isAnyAllowed)
    throw refuse('The address has to begin with https://: events name people.');
  if (address.username || address.password)
    throw refuse('Please leave name and password out of the address: events are signed instead.');
  address.hash = '';
  // With any allowed, the machine may come up later.
  if (!isAnyAllowed) await refuseHidden(address, resolve);
  return address.href;
}

async function refuseHidden(address: URL, resolve: Resolve | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AddressRefused('Its name could not be looked up.')), lookUpMs);
  });
  try {
    await Promise.race([
      resolveAddress(address, { isAnyAllowed: false, ...(resolve ? { resolve } : {}) }),
      late,
    ]);
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    throw refuse(error.message);
  } finally {
    clearTimeout(timer);
  }
}
