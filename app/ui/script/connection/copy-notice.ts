import { showNotice } from '#app/ui/script/connection/notice.ts';
import { untilReachable } from '#app/ui/script/connection/until-reachable.ts';
import { dayAndTime } from '#app/ui/script/offline/elements.ts';

/** Says of a page that was kept (`data-copy` of the document) when that was, and offers it as it is now once the site answers. */
export function showCopyNotice(place: HTMLElement): void {
  const { copy, slow } = document.documentElement.dataset;
  if (copy === undefined) return;
  const reload = { label: 'Load the latest', isMain: true, act: () => location.reload() };
  const giveUp = new AbortController();
  const hide = { label: 'Hide', act: () => giveUp.abort() };
  const age = `This page was saved on ${dayAndTime(copy)}.`;
  const remove =
    slow === undefined
      ? showNotice(place, `You’re offline. ${age}`, [hide])
      : showNotice(place, `The connection is slow. ${age}`, [reload, hide]);
  giveUp.signal.addEventListener('abort', remove);
  const isShown = () => place.textContent.includes(age);
  void untilReachable(giveUp.signal).then((isBack) => {
    // What somebody has to decide about is not replaced.
    if (isBack && isShown()) showNotice(place, `You’re back online. ${age}`, [reload, hide]);
  });
}
