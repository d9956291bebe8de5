import { Link } from 'react-router';

/** Guest experts' series, as a list of links to their pages. */
export function SeriesList({ series }: { series: { slug: string; title: string; description: string }[] }) {
  return (
    <ul className="border-t border-line-strong">
      {series.map(({ slug, title, description }) => (
        <li key={slug} className="group relative grid gap-1 border-b border-line py-5">
          <h3 className="text-xl">
            <Link
              to={`/training/videos/${slug}`}
              className="no-underline after:absolute after:inset-0 group-hover:text-accent"
            >
              {title}
            </Link>
          </h3>
          <p className="text-muted sm:max-w-2xl">{description}</p>
        </li>
      ))}
    </ul>
  );
}
