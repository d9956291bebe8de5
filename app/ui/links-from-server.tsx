import { Kept } from '#app/ui/from-server.tsx';
import { PageHtml, type PagePart } from '#app/ui/page-html.tsx';

interface LinksProps {
  /** As a whole: its HTML is not among what can be enumerated. */
  part: PagePart;
  className?: string;
}

/** A part of a page that its loader has rendered (`pagePart`) and that has links in it, which React opens in place. */
export const LinksFromServer: React.ComponentType<LinksProps> = import.meta.env.SSR
  ? ({ part, ...rest }) => <PageHtml id={part.id} html={part.html} {...rest} />
  : ({ part, ...rest }) => <Kept id={part.id} html={part.html} {...rest} />;
