import { affiliateCommissionsCopy } from '#app/domain/site/site-copy/affiliate-commissions.server.ts';
import { affiliateStatsCopy, affiliateToolsCopy } from '#app/domain/site/site-copy/affiliates.server.ts';
import { type ListDisplay, readListDisplay } from '#app/routes/http/list-display.server.ts';

/** The work tables of the affiliate center. */
export const centreLists = ['commissions', 'own-payouts', 'short-links', 'sources'] as const;

type CentreList = (typeof centreLists)[number];

/** Columns that can be hidden, by their headings. A row's heading, and what a list is about, always show. */
const hideable: Record<CentreList, () => readonly string[]> = {
  commissions() {
    const { day, state } = affiliateCommissionsCopy().list.columns;
    return [day, state];
  },
  sources() {
    const { registrations, sources } = affiliateStatsCopy();
    return [registrations.title, sources.buyers];
  },
  'short-links'() {
    const { leads, campaign, clicksColumn } = affiliateToolsCopy().short;
    return [leads, campaign, clicksColumn];
  },
  'own-payouts': () => ['Made', 'To', 'State'],
};

export const columnsOf = (list: CentreList): readonly string[] => hideable[list]();

/** How the browser that asks wants a list, and what can be chosen. */
export interface CentreDisplay extends ListDisplay {
  list: CentreList;
  columns: readonly string[];
}

export function readCentreDisplay(request: Request, list: CentreList): CentreDisplay {
  const columns = columnsOf(list);
  return { list, columns, ...readListDisplay(request, list, columns) };
}
