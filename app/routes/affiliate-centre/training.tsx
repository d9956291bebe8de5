import { href } from 'react-router';
import { completedRead, trainingModules } from '#app/domain/programme/affiliates/training.server.ts';
import { affiliateTrainingCopy } from '#app/domain/site/site-copy/affiliates.server.ts';
import { CentreNav } from '#app/routes/affiliate-centre/centre-nav.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { interactive } from '#app/routes/http/page-handle.ts';
import { readOfMember } from '#app/routes/http/read-ahead.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ArrowRight, Clock } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import type { Route } from './+types/training';

export async function loader({ context }: Route.LoaderArgs) {
  const completed = await readOfMember(context, completedRead());
  const modules = trainingModules().map(({ module, title, description, introduction, lessons }) => ({
    module,
    title,
    description,
    introduction,
    lessons: lessons.map(({ name, title: lesson, duration }) => ({
      name,
      title: lesson,
      duration,
      isCompleted: completed.includes(name),
    })),
  }));
  const lessons = modules.flatMap((module) => module.lessons);
  return {
    copy: affiliateTrainingCopy(),
    modules,
    done: completed.length,
    total: lessons.length,
    next: lessons.find(({ isCompleted }) => !isCompleted)?.name ?? null,
  };
}

export const handle = interactive;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.copy.title ?? 'Affiliate training'),
];

type Loaded = Route.ComponentProps['loaderData'];

export default function AffiliateTraining({ loaderData }: Route.ComponentProps) {
  const { copy, modules } = loaderData;
  return (
    <div className="page grid gap-8 py-8 sm:py-12">
      <CentreNav current="training" />
      <header className="grid max-w-3xl gap-4">
        <h1 className="headline">{copy.title}</h1>
        <p className="text-xl text-muted">{copy.lead}</p>
      </header>
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-16">
        <ProgressPanel {...loaderData} />
        <div className="grid gap-12">
          {modules.map((module) => (
            <ModuleLessons key={module.module} module={module} completedLabel={copy.completed} />
          ))}
        </div>
      </div>
    </div>
  );
}

function ProgressPanel({ copy, done, total, next }: Loaded) {
  return (
    <aside aria-label={copy.progress} className="lg:sticky lg:top-8 lg:order-last">
      <Card className="grid gap-4">
        <h2 className="text-xl">{copy.progress}</h2>
        <ProgressBar percent={Math.round((done / total) * 100)} label={copy.progress}>
          {done} of {total} lessons completed
        </ProgressBar>
        {next ? (
          <ButtonLink
            className="justify-self-start"
            to={href('/affiliate-centre/training/:lesson', { lesson: next })}
          >
            {done === 0 ? copy.begin : copy.resume} <ArrowRight />
          </ButtonLink>
        ) : (
          <p className="text-sm text-muted">{copy.finished}</p>
        )}
      </Card>
    </aside>
  );
}

function ModuleLessons({
  module,
  completedLabel,
}: {
  module: Loaded['modules'][number];
  completedLabel: string;
}) {
  const id = `module-${module.module}`;
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div className="grid gap-2">
        <p className="eyebrow">Module {module.module}</p>
        <h2 id={id}>{module.title}</h2>
        <p className="max-w-prose text-muted">{module.introduction}</p>
      </div>
      <ol className="border-t border-line-strong">
        {module.lessons.map((lesson, index) => (
          <li
            key={lesson.name}
            className="grid grid-cols-[2rem_minmax(0,1fr)] items-baseline border-b border-line py-3"
          >
            <span aria-hidden="true" className="font-display text-xl text-accent">
              {index + 1}
            </span>
            <span className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
              <Link
                to={href('/affiliate-centre/training/:lesson', { lesson: lesson.name })}
                className="inline-flex min-h-11 max-w-full items-center font-display text-xl wrap-anywhere leading-snug underline-offset-4 hover:text-accent"
              >
                {lesson.title}
              </Link>
              <span className="inline-flex items-center gap-3 text-sm text-muted">
                {lesson.isCompleted ? <Badge tone="good">{completedLabel}</Badge> : null}
                <span className="inline-flex items-center gap-1.5 tabular-nums">
                  <Clock /> {lesson.duration}
                </span>
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
