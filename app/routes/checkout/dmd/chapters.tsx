interface ChaptersProps {
  copy: { title: string; lead: string; items: { title: string; text: string }[] };
}

/** The book's contents, with what each chapter leaves one with. */
export function Chapters({ copy }: ChaptersProps) {
  return (
    <section aria-labelledby="chapters" className="border-y border-line bg-surface">
      <div className="page section grid gap-10">
        <header className="grid max-w-3xl gap-4">
          <h2 id="chapters" className="headline">
            {copy.title}
          </h2>
          <p className="text-lg text-muted">{copy.lead}</p>
        </header>
        <ol className="grid gap-x-16 border-t border-line-strong lg:grid-cols-2">
          {copy.items.map(({ title, text }, index) => (
            <li
              key={title}
              className="grid grid-cols-[3.25rem_minmax(0,1fr)] gap-3 border-b border-line py-6 sm:grid-cols-[4.5rem_minmax(0,1fr)]"
            >
              <span
                aria-hidden="true"
                className="font-display text-4xl leading-none font-medium text-accent tabular-nums sm:text-5xl"
              >
                {index + 1}
              </span>
              <div className="grid content-start gap-1.5">
                <h3 className="text-xl">{title}</h3>
                <p className="text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
