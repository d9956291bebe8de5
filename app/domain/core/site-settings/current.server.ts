import { allProducts } from '#app/domain/core/catalogue/products.ts';
import {
  defaultSettings,
  isSection,
  readSection,
  type Section,
  type SiteSettings,
  sections,
} from '#app/domain/core/site-settings/schema.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { perContent } from '#app/platform/content/files.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';
import { readWhenAnnounced } from '#app/platform/runtime/announced-reading.server.ts';

declare module '#app/platform/runtime/broadcast.server.ts' {
  interface Topics {
    /** A section of what operators set was changed. */
    settings: Section;
  }
}

let current: SiteSettings = defaultSettings;

/** What operators have set, as this process knows it: at most a second old. A section that is the same is the same object. */
export const siteSettings = (): SiteSettings => current;

/** A stored section as the schema has it; one that it does not take, of another release perhaps, counts as never set, and is logged. */
function checked<S extends Section>(section: S, value: unknown): SiteSettings[S] {
  const parsedSection = readSection(section, value);
  if (parsedSection.problem !== null)
    log().error({ section, problem: parsedSection.problem }, 'a setting in the database cannot be used');
  return parsedSection.value;
}

const hearers = new Set<(changed: readonly Section[]) => void>();

/** Has `hear` called with what has changed, as soon as this process knows it. */
export function onSettingsChanged(hear: (changed: readonly Section[]) => void): void {
  hearers.add(hear);
}

async function read(): Promise<void> {
  const rows = await prisma().siteSetting.findMany();
  const next: Record<string, unknown> = { ...defaultSettings };
  for (const { section, value } of rows) if (isSection(section)) next[section] = checked(section, value);
  const changed = sections.filter(
    (section) => JSON.stringify(current[section]) !== JSON.stringify(next[section]),
  );
  for (const section of sections) if (!changed.includes(section)) next[section] = current[section];
  current = next as SiteSettings;
  if (changed.length > 0) for (const hear of hearers) hear(changed);
}

/**
 * Reads what is set, after whatever reading is under way. The start of a process waits for it; later it is called when something was
 * changed. @throws when the database cannot be reached
 */
export const loadSettings = readWhenAnnounced('settings', read);

/** Whether lessons need an active membership (P7). */
export function isMembershipGated(): boolean {
  const { gate } = current.membership;
  return gate === 'configured' ? config().isMembershipGated : gate === 'always';
}

/** The announcement above every page; null for none, or one whose time is over. */
export function currentAnnouncement(): Pick<
  SiteSettings['announcement'],
  'text' | 'linkLabel' | 'linkTo'
> | null {
  const { text, linkLabel, linkTo, until } = current.announcement;
  if (text === '' || (until !== null && new Date(until) <= now())) return null;
  return { text, linkLabel, linkTo };
}

/** What is made of content, of prices, and of the terms of programme and payouts, such as texts that name them: kept for as long as all are the same. */
export function whileTermsHold<T>(make: () => T): () => T {
  const slotOfContent = perContent(
    (): {
      memo?: { products: unknown; programme: unknown; payouts: unknown; value: T };
    } => ({}),
  );
  return () => {
    const slot = slotOfContent();
    const { programme, payouts } = current;
    const products = allProducts();
    if (
      slot.memo?.programme !== programme ||
      slot.memo.payouts !== payouts ||
      slot.memo.products !== products
    )
      slot.memo = { products, programme, payouts, value: make() };
    return slot.memo.value;
  };
}
