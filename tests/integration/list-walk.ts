import { describe, expect, it } from 'vitest';
import { waysOf } from '#app/ui/list-pagination.tsx';

/** A page of a list that is gone through: its rows, by what tells them apart, and the ends that name the pages beside it. */
interface Page {
  ids: string[];
  previous: string | null;
  next: string | null;
}

export interface WalkedList {
  /** How many rows it has. */
  rows: number;
  /** The page that an address's query asks for. */
  read(query: URLSearchParams): Promise<Page>;
}

export const pageWith = (rows: { id: string }[], { previous, next }: Omit<Page, 'ids'>): Page => ({
  ids: rows.map(({ id }) => id),
  previous,
  next,
});

const queryOf = (address: string) => new URL(address, 'http://site').search;
const follow = (list: WalkedList, address: string) => list.read(new URLSearchParams(queryOf(address)));

/** Tests of lists, each gone through in both directions by the addresses of its pages' links: no row twice, none left out. */
export function walkLists(lists: Record<string, WalkedList>): void {
  describe.each(Object.entries(lists))('%s', (_, list) => {
    it('are gone through to the end, and back to the beginning', async () => {
      const forwards: string[][] = [];
      const back: string[][] = [];
      let at = '/list?show=some';
      for (let to: string | null = at; to; ) {
        at = to;
        const page: Page = await follow(list, at);
        forwards.push(page.ids);
        to = waysOf('/list', queryOf(at), page).next;
      }
      for (let to: string | null = at; to; ) {
        at = to;
        const page: Page = await follow(list, at);
        back.unshift(page.ids);
        to = waysOf('/list', queryOf(at), page).previous;
      }
      expect(forwards.length).toBeGreaterThan(1);
      expect(new Set(forwards.flat()).size).toBe(list.rows);
      expect(forwards.flat()).toHaveLength(list.rows);
      expect(back).toEqual(forwards);
      expect(at).toMatch(/^\/list\?show=some&before=/);
      const nothing = { previous: null, next: null };
      expect(waysOf('/list', queryOf(at), nothing).first).toBe('/list?show=some');
    });

    it('have a last page, from which one goes back', async () => {
      const all: string[] = [];
      for (let to: string | null = '/list'; to; ) {
        const page: Page = await follow(list, to);
        all.push(...page.ids);
        to = waysOf('/list', queryOf(to), page).next;
      }
      const last = await follow(list, '/list?last');
      expect(last.next).toBeNull();
      expect(all.slice(-last.ids.length)).toEqual(last.ids);
      const before = await follow(list, waysOf('/list', '?last', last).previous ?? '');
      expect(all.slice(-last.ids.length - before.ids.length, -last.ids.length)).toEqual(before.ids);
    });
  });
}
