import { Marked } from '#app/routes/frame/highlighted-text.tsx';

interface SalesIntroProps {
  copy: { eyebrow: string; headline: string; highlight: string; lead: string };
}

/** The first words of a sales page. */
export function SalesIntro({ copy }: SalesIntroProps) {
  return (
    <>
      <p className="eyebrow">{copy.eyebrow}</p>
      <h1 className="display">
        <Marked text={copy.headline} passage={copy.highlight} />
      </h1>
      <p className="max-w-xl text-lg text-muted sm:text-xl">{copy.lead}</p>
    </>
  );
}
