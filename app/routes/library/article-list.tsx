import type { ArticleSummary } from '#app/domain/learning/articles/articles.server.ts';
import { topicName } from '#app/routes/frame/topic-names.ts';
import { ByTopic } from '#app/routes/library/by-topic.tsx';
import { Link } from '#app/ui/link.tsx';

/** Guides or playbooks, by topic; `base` is the address they stand under, `id` the list's own. */
export function ArticleList({
  id,
  articles,
  base,
}: {
  id: string;
  articles: ArticleSummary[];
  base: string;
}) {
  return (
    <ByTopic id={id} pieces={articles}>
      {(article) => (
        <li
          key={article.slug}
          className="group relative grid gap-x-6 gap-y-1 border-line py-4 not-last:border-b sm:grid-cols-[minmax(0,1fr)_auto] sm:items-baseline"
        >
          <h3 className="text-xl">
            <Link
              to={`${base}/${article.slug}`}
              className="no-underline after:absolute after:inset-0 group-hover:text-accent"
            >
              {article.title}
            </Link>
          </h3>
          <p className="text-sm text-muted max-sm:order-last">
            {article.isFree ? <span className="font-semibold text-accent">Free to read&ensp;</span> : null}
            {topicName(article.level)}
          </p>
          <p className="text-muted sm:col-span-2 sm:max-w-2xl">{article.description}</p>
        </li>
      )}
    </ByTopic>
  );
}
