import { href } from 'react-router';
import { Link } from '#app/ui/link.tsx';

/** The templates that belong to a lesson, below its text. */
export function TemplateLinks({ templates }: { templates: readonly { slug: string; title: string }[] }) {
  return (
    <section
      aria-labelledby="templates"
      className="no-print grid grid-cols-1 gap-2 rounded-card border border-line bg-surface p-5 shadow-card sm:p-6"
    >
      <h2 id="templates" className="text-2xl">
        Templates to fill in
      </h2>
      <ul className="grid grid-cols-1">
        {templates.map(({ slug, title }) => (
          <li key={slug}>
            <Link
              to={href('/playbooks/:playbookSlug/template', { playbookSlug: slug })}
              className="link inline-flex min-h-11 items-center wrap-anywhere"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
