import { longWord, Specimen, State, States } from '#app/routes/dev/design/specimen.tsx';
import { MessageText } from '#app/ui/assistant/message-text.tsx';
import { BarChart } from '#app/ui/bar-chart.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { CourseCover } from '#app/ui/course-cover.tsx';
import { drawingOfCourse } from '#app/ui/course-drawings.ts';
import { GainLossChart } from '#app/ui/gain-loss-chart.tsx';
import { MemberText } from '#app/ui/member-text.tsx';
import { PreviousNext } from '#app/ui/previous-next.tsx';
import { Prose } from '#app/ui/prose.tsx';
import { Contents, ContentsAside, HeadingLinks, ReadingTime } from '#app/ui/reading.tsx';

const here = '/dev/design';

const headings = [
  { id: 'reading', text: 'What it is for' },
  { id: 'charts', text: 'How it is measured' },
];

const prose = `<p>A text of the library, with <a href="${here}#reading">a link</a>, <strong>strong</strong> and <em>stressed</em> words.</p>
<ul><li>One thing</li><li>Another: ${longWord}</li></ul>
<blockquote><p>Somebody else’s words.</p></blockquote>
<table><thead><tr><th>Week</th><th>Replies</th></tr></thead><tbody><tr><td>1</td><td>12</td></tr></tbody></table>`;

const months = ['Aug', 'Sep', 'Oct', 'Nov'];

/** What is read: texts and the ways through them. */
export function Reading() {
  return (
    <>
      <Specimen name="Breadcrumb" file="breadcrumb.tsx">
        <Breadcrumb
          crumbs={[
            { to: '/', label: 'Home' },
            { to: here, label: longWord },
          ]}
          current="Design system"
        />
      </Specimen>
      <Specimen name="Prose" file="prose.tsx">
        <Prose html={prose} />
      </Specimen>
      <Specimen name="MemberText" file="member-text.tsx">
        <MemberText html={`<p>What a member wrote, with <code>code</code> and ${longWord}.</p>`} />
      </Specimen>
      <Specimen name="ReadingTime, Contents, HeadingLinks" file="reading.tsx">
        <ReadingTime minutes={7} />
        <Contents headings={headings} />
        <ContentsAside headings={headings}>
          <p className="text-sm text-muted">Beside a text on wide screens; folded above it on narrow ones.</p>
        </ContentsAside>
        <State name="The headings alone">
          <HeadingLinks headings={headings} />
        </State>
      </Specimen>
      <Specimen name="PreviousNext" file="previous-next.tsx">
        <PreviousNext
          piece="guide"
          previous={{ to: `${here}#reading`, title: 'The one before' }}
          next={{ to: `${here}#charts`, title: longWord.slice(0, 40) }}
        />
      </Specimen>
      <Specimen name="CourseCover" file="course-cover.tsx">
        <States>
          <CourseCover drawing={drawingOfCourse({ slug: 'seo', topic: 'traffic' })} className="max-w-48" />
          <State name="Without a drawing">
            <CourseCover drawing={undefined} />
            <p className="text-sm text-muted">Nothing</p>
          </State>
        </States>
      </Specimen>
      <Specimen name="MessageText" file="assistant/message-text.tsx">
        <div className="grid gap-3">
          <MessageText
            text={`An answer with **strong words**.\n\n- One step\n- Another step, ${longWord}`}
            sources={[]}
          />
        </div>
      </Specimen>
    </>
  );
}

/** Figures over time. Each has a table beside it on its page. */
export function Charts() {
  return (
    <>
      <Specimen name="BarChart" file="bar-chart.tsx, chart-axes.tsx">
        <States>
          <BarChart
            title="Registrations"
            bars={months.map((label, index) => ({
              label,
              value: [12, 30, 21, 4][index] ?? 0,
              isUnfinished: index === 3,
            }))}
          />
          <BarChart
            title="Below zero"
            formatValue={(value) => `${value < 0 ? '−' : ''}$${Math.abs(value)}`}
            bars={months.map((label, index) => ({
              label,
              value: [120, -80, 210, -40][index] ?? 0,
              isUnfinished: index === 3,
            }))}
          />
          <BarChart title="Nothing yet" bars={months.map((label) => ({ label, value: 0 }))} />
        </States>
      </Specimen>
      <Specimen name="GainLossChart" file="gain-loss-chart.tsx">
        <States>
          <GainLossChart
            id="design-gain"
            title="Members"
            names={{ gain: 'joined', loss: 'left' }}
            bars={months.map((label, index) => ({
              label,
              gain: [12, 30, 21, 4][index] ?? 0,
              loss: [3, 6, 9, 1][index] ?? 0,
              isUnfinished: index === 3,
            }))}
          />
          <GainLossChart
            id="design-gain-nothing"
            title="Nothing yet"
            names={{ gain: 'joined', loss: 'left' }}
            bars={months.map((label) => ({ label, gain: 0, loss: 0 }))}
          />
        </States>
      </Specimen>
    </>
  );
}
