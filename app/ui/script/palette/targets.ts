import type { PaletteAnswer, PaletteTarget } from '#app/ui/script/palette/answer.ts';
import type { SuggestionsAnswer } from '#app/ui/script/search/answer.ts';

/** Targets under one heading. */
export interface TargetGroup {
  title: string;
  targets: PaletteTarget[];
}

const most = 8;

/** The pages that the site's header leads to, each once. */
function headerPages(): PaletteTarget[] {
  const links = document.querySelectorAll<HTMLAnchorElement>('header nav a[href^="/"]');
  const byPath = new Map(
    [...links].map((link) => [link.getAttribute('href') ?? '', (link.textContent ?? '').trim()]),
  );
  return [...byPath].map(([path, title]) => ({ path, title, note: '' })).filter(({ title }) => title !== '');
}

/** Those whose name has all of the typed words, the ones that begin with what was typed first. */
function matching(pages: readonly PaletteTarget[], typed: string): PaletteTarget[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const isFirst = ({ title }: PaletteTarget) => title.toLowerCase().startsWith(words[0] ?? '');
  const named = pages.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
  return [...named.filter(isFirst), ...named.filter((page) => !isFirst(page))].slice(0, most);
}

async function read<Answer>(address: string, signal: AbortSignal): Promise<Answer | null> {
  const answer = await fetch(address, { signal, headers: { Accept: 'application/json' } });
  const isJson = answer.headers.get('Content-Type')?.includes('json');
  return answer.ok && isJson ? ((await answer.json()) as Answer) : null;
}

/** What of the admin area fits, for whoever sees its link; nothing for others. */
const readAdmin = (typed: string, signal: AbortSignal) =>
  document.querySelector('header a[href="/admin"]')
    ? read<PaletteAnswer>(`/admin/palette?${new URLSearchParams({ q: typed })}`, signal)
    : null;

/** What the palette offers for what was typed: pages, and from two letters on courses and other pieces, and people. */
export async function findTargets(typed: string, signal: AbortSignal): Promise<TargetGroup[]> {
  const isLong = Array.from(typed.trim()).length >= 2;
  const [admin, found] = await Promise.all([
    readAdmin(typed, signal),
    isLong
      ? read<SuggestionsAnswer>(`/search/suggestions?${new URLSearchParams({ q: typed })}`, signal)
      : null,
  ]);
  const pieces = (found?.pieces ?? []).map(({ path, title, note }) => ({
    path,
    title: title.map(({ text }) => text).join(''),
    note,
  }));
  const search = {
    path: `/search?${new URLSearchParams({ q: typed })}`,
    title: `Search for “${typed.trim()}”`,
    note: '',
  };
  return [
    { title: 'Pages', targets: matching([...headerPages(), ...(admin?.pages ?? [])], typed) },
    { title: 'People', targets: admin?.people ?? [] },
    { title: 'Courses and library', targets: isLong ? [...pieces, search] : [] },
  ].filter(({ targets }) => targets.length > 0);
}
