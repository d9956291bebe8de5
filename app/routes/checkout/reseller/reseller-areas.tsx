import { ArrowRight } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

interface RoomsProps {
  copy: { title: string; links: { label: string; text: string; to: string }[] };
}

/** Where a reseller finds what. */
export function Rooms({ copy: { title, links } }: RoomsProps) {
  return (
    <section aria-labelledby="rooms" className="grid gap-4">
      <h2 id="rooms">{title}</h2>
      <ul className="border-t border-line-strong">
        {links.map(({ label, text, to }) => (
          <li key={to} className="grid gap-1 border-b border-line py-4">
            <Link to={to} className="link inline-flex min-h-11 items-center gap-2 text-lg font-semibold">
              {label} <ArrowRight className="size-4" />
            </Link>
            <p className="text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
