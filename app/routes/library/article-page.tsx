import type { ReactNode } from 'react';
import type { ArticleSummary } from '#app/domain/learning/articles/articles.server.ts';
import type { Marks } from '#app/domain/learning/reading/marks.server.ts';
import { MembershipNeeded } from '#app/routes/frame/membership-needed.tsx';
import { NoteForm } from '#app/routes/frame/piece-marks/note-form.tsx';
import { PieceBar } from '#app/routes/frame/piece-marks/piece-bar.tsx';
import { ReadMark } from '#app/routes/frame/piece-marks/read-mark.tsx';
import { KeptText } from '#app/routes/frame/piece-marks/text-with-place.tsx';
import { TickableText } from '#app/routes/frame/piece-marks/tickable-text.tsx';
import { topicName } from '#app/routes/frame/topic-names.ts';
import type { WayIn } from '#app/routes/frame/way-in.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { Link } from '#app/ui/link.tsx';
import type { PagePart } from '#app/ui/page-html.tsx';
import { PreviousNext } from '#app/ui/previous-next.tsx';
import { Prose } from '#app/ui/prose.tsx';
import { Contents, ContentsAside, ReadingTime } from '#app/ui/reading.tsx';
import { SameForAll } from '#app/ui/same-for-all.tsx';

interface ArticlePageProps {
  article: ArticleSummary;
  /** What it is called, as in "This guide is part of the membership". */
  piece: string;
  crumbs: { to: string; label: string }[];
  /** Null where the reader has no membership. */
  text: (PagePart & { headings: { id: string; text: string }[]; readingMinutes: number }) | null;
  way: WayIn;
  base: string;
  /** Its neighbours in the list. */
  previous: ArticleSummary | null;
  next: ArticleSummary | null;
  related: ArticleSummary[];
  relatedTitle: string;
  /** What stands between the head and the text. */
  children?: ReactNode;
  /** What stands after the text. */
  after?: ReactNode;
  /** How far its checklist is, such as "3 of 5 done"; null for a text without one. */
  ticked?: string | null;
  /** Its key, and what the reader keeps of it; null for visitors. */
  kept: { key: string; marks: Marks } | null;
  reply: FormReply | undefined;
}

/** A guide or a playbook: its head, its text, and what to read next. */
export function ArticlePage({ article, piece, text, kept, ...props }: ArticlePageProps) {
  const linkTo = (other: ArticleSummary | null) =>
    other && { to: `${props.base}/${other.slug}`, title: other.title };
  return (
    <article className="page grid grid-cols-1 gap-4 py-4 sm:gap-8 sm:py-12">
      <Breadcrumb crumbs={props.crumbs} current={article.title} />
      <header className="grid max-w-3xl gap-2 sm:gap-4">
        <div className="flex flex-wrap items-center gap-x-5">
          <p className="eyebrow">
            {topicName(article.topic)}, {article.level}
          </p>
          {text && !kept ? <ReadingTime minutes={text.readingMinutes} /> : null}
        </div>
        <h1 className="headline">{article.title}</h1>
        <p className="text-muted sm:text-xl">{article.description}</p>
        {kept ? <PieceBar marks={kept.marks} minutes={text?.readingMinutes} /> : null}
      </header>
      {text ? <Contents headings={text.headings} /> : null}
      <div className="reading">
        <div className="reading-width grid grid-cols-1 gap-8">
          {props.children}
          {text ? (
            <KeptProse kept={kept} text={text} ticked={props.ticked ?? null} />
          ) : (
            <MembershipNeeded way={props.way} piece={piece} />
          )}
          {props.after}
          {kept && text ? <ReadMark marks={kept.marks} piece={piece} /> : null}
          {kept ? <NoteForm marks={kept.marks} reply={props.reply} /> : null}
          <PreviousNext piece={piece} previous={linkTo(props.previous)} next={linkTo(props.next)} />
        </div>
        <ContentsAside headings={text?.headings ?? []} label={props.relatedTitle}>
          {props.related.length > 0 ? (
            <div className="grid gap-2">
              <h2 className="text-xl">{props.relatedTitle}</h2>
              <SameForAll
                as="ul"
                name={`related ${props.base}/${article.slug}`}
                className="border-t border-line"
              >
                {() =>
                  props.related.map((other) => (
                    <li key={other.slug} className="grid gap-1 border-b border-line py-3">
                      <Link
                        to={`${props.base}/${other.slug}`}
                        className="link inline-flex min-h-8 items-center justify-self-start"
                      >
                        {other.title}
                      </Link>
                      <span className="text-muted">{other.description}</span>
                    </li>
                  ))
                }
              </SameForAll>
            </div>
          ) : null}
        </ContentsAside>
      </div>
    </article>
  );
}

/** The text; a member's place in it is kept. */
function KeptProse({
  kept,
  text,
  ticked,
}: {
  kept: ArticlePageProps['kept'];
  text: NonNullable<ArticlePageProps['text']>;
  ticked: string | null;
}) {
  if (!kept) return <Prose id={text.id} html={text.html} />;
  return (
    <KeptText pieceKey={kept.key} place={kept.marks.place}>
      <TickableText text={text} action={`/checklist/${kept.key}`} ticked={ticked} />
    </KeptText>
  );
}
