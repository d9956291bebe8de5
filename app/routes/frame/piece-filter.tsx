import { useLocation } from 'react-router';
import type { FilterChoice, FilterState, PieceFilter } from '#app/domain/learning/articles/filters.server.ts';
import { topicName } from '#app/routes/frame/topic-names.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { FilterLinks } from '#app/ui/filter-links.tsx';
import { Link } from '#app/ui/link.tsx';

/** Narrows a list of pieces by topic and by level; what is chosen stands in the address, beside the `params` that stay. */
export function PieceFilterLinks({
  filter,
  params = {},
}: {
  filter: FilterState;
  params?: Record<string, string>;
}) {
  const { pathname } = useLocation();
  const links = (name: keyof PieceFilter, choices: FilterChoice[], any: number) =>
    [{ value: null, count: any }, ...choices].map(({ value, count }) => ({
      label: value === null ? `Any ${name}` : topicName(value),
      count,
      to: hrefOf(pathname, params, { topic: filter.topic, level: filter.level, [name]: value }),
      isCurrent: filter[name] === value,
    }));
  return (
    <div className="grid min-w-0 gap-2">
      <FilterLinks label="By topic" links={links('topic', filter.topics, filter.anyTopic)} />
      <FilterLinks label="By level" links={links('level', filter.levels, filter.anyLevel)} />
    </div>
  );
}

/** Stands where a filter leaves nothing; `to` shows everything again, `hasStanding` says that it asks for one's own doings too. */
export function NothingPasses({ to, hasStanding = false }: { to?: string; hasStanding?: boolean }) {
  const { pathname } = useLocation();
  return (
    <EmptyState
      title={hasStanding ? 'Nothing of this kind here yet' : 'Nothing for this topic at this level yet'}
    >
      <Link to={to ?? pathname} preventScrollReset className="link inline-flex min-h-11 items-center">
        Show everything
      </Link>
    </EmptyState>
  );
}

function hrefOf(pathname: string, params: Record<string, string>, { topic, level }: PieceFilter): string {
  const query = new URLSearchParams(params);
  if (topic) query.set('topic', topic);
  if (level) query.set('level', level);
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}
