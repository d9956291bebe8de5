import { href } from 'react-router';
import { Play } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

/** Series, as cards that lead to their pages. */
export function SeriesList({ series }: { series: { slug: string; title: string; description: string }[] }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-[repeat(auto-fit,minmax(13rem,1fr))]">
      {series.map(({ slug, title, description }) => (
        <li
          key={slug}
          className="group relative grid content-start gap-2 rounded-card border border-line bg-surface p-5 focus-within:border-accent hover:border-accent"
        >
          <Play className="size-5 text-accent" />
          <h3 className="text-xl leading-snug">
            <Link
              to={href('/training/videos/:seriesSlug', { seriesSlug: slug })}
              className="no-underline after:absolute after:inset-0 group-hover:text-accent"
            >
              {title}
            </Link>
          </h3>
          <p className="text-sm text-muted">{description}</p>
        </li>
      ))}
    </ul>
  );
}
