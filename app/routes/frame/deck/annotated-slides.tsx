import type { SlideOf } from '#app/domain/learning/decks/slides.ts';
import { Marked, Notes, SlideTitle } from '#app/routes/frame/deck/slide-text.tsx';

/** A thing that is drawn from its parts, with numbered notes beside it. */
export function DrawingSlide({ title, frame, parts }: SlideOf<'drawing'>) {
  const noted = parts.filter(({ note }) => note);
  return (
    <>
      <SlideTitle>{title}</SlideTitle>
      <div className="slide-drawing-body">
        <div className={`slide-frame slide-frame-${frame}`}>
          {parts.map((part) => {
            const number = noted.indexOf(part) + 1;
            return (
              <p key={part.says} className={`slide-part slide-part-${part.block}`}>
                <span>{part.says}</span>
                {number > 0 ? (
                  <b className="slide-pin" data-step={number}>
                    {number}
                  </b>
                ) : null}
              </p>
            );
          })}
        </div>
        <Notes notes={noted.flatMap(({ note }) => note ?? [])} />
      </div>
    </>
  );
}

/** A text whose marked words are numbered, and what is said about them. */
export function MarksSlide({ title, text, notes }: SlideOf<'marks'>) {
  return (
    <>
      <SlideTitle>{title}</SlideTitle>
      <p className="slide-marked">
        <Marked text={text} isNumbered />
      </p>
      <Notes notes={notes} />
    </>
  );
}
