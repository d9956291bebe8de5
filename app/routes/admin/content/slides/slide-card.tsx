import { type Slide, slideSchema } from '#app/domain/learning/decks/slides.ts';
import { isSlideLayout } from '#app/domain/publishing/authoring/slide-fields.ts';
import { Problems } from '#app/routes/admin/content/course/part-line.tsx';
import { ItemButtons } from '#app/routes/admin/content/list/item-buttons.tsx';
import { deckAddress } from '#app/routes/admin/content/piece-address.ts';
import { layoutWords } from '#app/routes/admin/content/slides/layout-words.ts';
import { SlidePicture } from '#app/routes/frame/deck/slide.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Card } from '#app/ui/card.tsx';
import { classNames } from '#app/ui/class-names.ts';

interface ShownSlide {
  key: string;
  number: number;
  raw: Readonly<Record<string, unknown>>;
  isReadable: boolean;
}

/** A slide as learners see it. */
export const SlidePreview = ({ slide }: { slide: Slide }) => (
  <div className="slide-box w-full max-w-[700px] overflow-hidden rounded-card border border-line">
    <SlidePicture slide={slide} />
  </div>
);

/** A slide in the list of its deck, with what is said and what can be done with it. */
export function SlideCard({
  slug,
  moduleId,
  slide: { key, number, raw, isReadable },
  count,
  problems,
}: {
  slug: string;
  moduleId: number;
  slide: ShownSlide;
  count: number;
  problems: readonly string[];
}) {
  const { layout, narration } = raw;
  const slide = isReadable ? slideSchema.parse(raw) : null;
  return (
    <li id={`slide-${number}`} className="scroll-mt-4">
      <Card className="grid grid-cols-1 gap-3 p-4! sm:p-5!">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base">
          Slide {number}
          <Badge>{isSlideLayout(layout) ? layoutWords[layout].label : 'Unknown layout'}</Badge>
          {isReadable ? null : <Badge tone="warn">Not complete</Badge>}
        </h3>
        <div
          className={classNames(
            'grid grid-cols-1 gap-x-5 gap-y-3',
            slide && 'lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]',
          )}
        >
          {slide ? <SlidePreview slide={slide} /> : null}
          <div className="grid grid-cols-1 content-start gap-3">
            {typeof narration === 'string' ? (
              <p className="text-sm wrap-anywhere text-muted">
                <span className="block text-xs font-semibold text-ink">Narration</span>
                {narration}
              </p>
            ) : null}
            <Problems problems={problems} />
            <ItemButtons
              action={deckAddress(slug, moduleId)}
              edit={isSlideLayout(layout) ? deckAddress(slug, moduleId, `/slide?slide=${key}`) : null}
              one="slide"
              itemKey={key}
              number={number}
              count={count}
            />
          </div>
        </div>
      </Card>
    </li>
  );
}
