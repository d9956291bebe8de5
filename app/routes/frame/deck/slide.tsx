import type { ReactNode } from 'react';
import { type Slide, type SlideOf, stepsOf } from '#app/domain/learning/decks/slides.ts';
import { DrawingSlide, MarksSlide } from '#app/routes/frame/deck/annotated-slides.tsx';
import { BarsSlide, LineSlide } from '#app/routes/frame/deck/chart-slides.tsx';
import { Marked, SlideTitle } from '#app/routes/frame/deck/slide-text.tsx';

/** A slide as it is seen: all its steps. The player takes away what comes later (app/ui/script/deck). Looks: slides.css. */
export function SlidePicture({ slide }: { slide: Slide }) {
  return (
    <div className={`slide slide-${slide.layout}`} data-steps={stepsOf(slide)}>
      {contentOf(slide)}
    </div>
  );
}

function contentOf(slide: Slide): ReactNode {
  switch (slide.layout) {
    case 'statement':
      return <StatementSlide {...slide} />;
    case 'list':
      return <ListSlide {...slide} />;
    case 'number':
      return <NumberSlide {...slide} />;
    case 'columns':
      return <ColumnsSlide {...slide} />;
    case 'procedure':
      return <ProcedureSlide {...slide} />;
    case 'table':
      return <TableSlide {...slide} />;
    case 'bars':
      return <BarsSlide {...slide} />;
    case 'line':
      return <LineSlide {...slide} />;
    case 'drawing':
      return <DrawingSlide {...slide} />;
    case 'marks':
      return <MarksSlide {...slide} />;
    case 'checklist':
      return <ChecklistSlide {...slide} />;
    case 'question':
      return <QuestionSlide {...slide} />;
  }
}

function StatementSlide({ text, note }: SlideOf<'statement'>) {
  return (
    <>
      <p className="slide-statement-text">
        <Marked text={text} />
      </p>
      {note ? <p className="slide-note">{note}</p> : null}
    </>
  );
}

function ListSlide({ title, items }: SlideOf<'list'>) {
  return (
    <>
      <SlideTitle>{title}</SlideTitle>
      <ul className="slide-items">
        {items.map((item, index) => (
          <li key={item} data-step={index + 1}>
            {item}
          </li>
        ))}
      </ul>
    </>
  );
}

function NumberSlide({ number, label, sum }: SlideOf<'number'>) {
  return (
    <>
      <p className="slide-number-head">
        <b>{number}</b> <span>{label}</span>
      </p>
      {sum.length > 0 ? (
        <dl className="slide-sum">
          {sum.map((row, index) => {
            const at = row.lastIndexOf(' = ');
            return (
              <div key={row} data-step={index + 1}>
                <dt>{row.slice(0, at)}</dt> <dd>= {row.slice(at + 3)}</dd>
              </div>
            );
          })}
        </dl>
      ) : null}
    </>
  );
}

function ColumnsSlide({ title, left, right }: SlideOf<'columns'>) {
  return (
    <>
      <SlideTitle>{title}</SlideTitle>
      <div className="slide-sides">
        {[left, right].map((side, index) => (
          <div key={side.title} data-step={index + 1}>
            <p className="slide-side-title">{side.title}</p>
            <ul>
              {side.items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </>
  );
}

function ProcedureSlide({ title, steps }: SlideOf<'procedure'>) {
  return (
    <>
      <SlideTitle>{title}</SlideTitle>
      <ol className="slide-steps">
        {steps.map((step, index) => (
          <li key={step.do} data-step={index + 1}>
            <p>
              <b>{step.do}</b>
            </p>
            {step.why ? <p className="slide-why">{step.why}</p> : null}
          </li>
        ))}
      </ol>
    </>
  );
}

/** Whether a cell is a figure, which stands at the right. */
const isFigure = (cell: string) => /^[-+~$]*\d[\d.,:%/$ x]*[a-z]{0,3}$/i.test(cell);

function TableSlide({ title, head, rows }: SlideOf<'table'>) {
  const isFigures = head.map((_, column) => rows.every((row) => isFigure(row[column] ?? '')));
  const alignOf = (column: number) => (isFigures[column] ? 'slide-figure' : undefined);
  return (
    <>
      <SlideTitle>{title}</SlideTitle>
      <table>
        <thead>
          <tr>
            {head.map((cell, column) => (
              <th key={cell} scope="col" className={alignOf(column)}>
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.join()} data-step={index + 1}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells stay where they are
                <td key={column} className={alignOf(column)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function ChecklistSlide({ title, items }: SlideOf<'checklist'>) {
  return (
    <>
      <p className="slide-eyebrow">Now you</p>
      <SlideTitle>{title}</SlideTitle>
      <ul className="slide-boxes">
        {items.map((item, index) => (
          <li key={item} data-step={index + 1}>
            {item}
          </li>
        ))}
      </ul>
    </>
  );
}

function QuestionSlide({ question, answer }: SlideOf<'question'>) {
  return (
    <>
      <p className="slide-question-text">{question}</p>
      <p className="slide-answer" data-step={1}>
        {answer}
      </p>
    </>
  );
}
