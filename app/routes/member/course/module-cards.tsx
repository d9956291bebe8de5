import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type ModuleCardsProps, pathOf } from '#app/routes/member/course/listed-module.ts';
import { pressed } from '#app/ui/from-server.tsx';
import { LinksFromServer } from '#app/ui/links-from-server.tsx';
import type { PagePart } from '#app/ui/page-html.tsx';

/** What shows a module that is to be watched. */
type Shown = typeof import('#app/routes/member/course/video-dialog.tsx').VideoDialog;

/**
 * The modules of a course. A card leads to the lesson; with scripts, and where there is something to watch (`data-watch`), it shows that
 * at once. What that takes is loaded then; where it does not come, the lesson is opened.
 */
export function ModuleCards({ part, ...props }: ModuleCardsProps & { part: PagePart }) {
  const { courseSlug, modules } = props;
  const navigate = useNavigate();
  const cards = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<{ moduleId: number; Dialog: Shown } | null>(null);
  const openModule = modules.find(({ id }) => id === open?.moduleId);

  function show(moduleId: number) {
    const pressedAt = location.pathname;
    import('#app/routes/member/course/video-dialog.tsx').then(
      ({ VideoDialog }) => setOpen({ moduleId, Dialog: VideoDialog }),
      // Who has gone elsewhere meanwhile stays there: the address tells it before the next page has been drawn.
      () => cards.current && location.pathname === pressedAt && navigate(pathOf(courseSlug, moduleId)),
    );
  }

  const wasOpen = useRef<number>(null);
  useEffect(() => {
    // The card that was pressed is another one, where its module has been completed meanwhile: then nothing has the focus.
    if (!open && wasOpen.current && document.activeElement === document.body)
      cards.current?.querySelector<HTMLElement>(`[data-watch="${wasOpen.current}"]`)?.focus();
    wasOpen.current = open?.moduleId ?? null;
  }, [open]);

  return (
    <>
      <div
        ref={cards}
        onClickCapture={(event) => {
          const moduleId = Number(pressed(event)?.dataset.watch);
          if (!moduleId) return;
          event.preventDefault();
          event.stopPropagation();
          show(moduleId);
        }}
      >
        <LinksFromServer part={part} />
      </div>
      {open && openModule ? (
        <open.Dialog key={openModule.id} {...props} module={openModule} onClose={() => setOpen(null)} />
      ) : null}
    </>
  );
}
