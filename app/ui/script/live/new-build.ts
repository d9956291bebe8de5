const id = 'new-build';

/** Offers to load the page anew where the site serves another build than the one it was loaded from (P82). */
export async function offerNewBuild(loaded: string | undefined): Promise<void> {
  if (!loaded || document.getElementById(id)) return;
  try {
    const answer = await fetch('/meta.json');
    const { build } = (await answer.json()) as { build?: string };
    if (!build || build === loaded) return;
  } catch {
    // The site is not there: with the next connection.
    return;
  }
  const bar = document.createElement('div');
  bar.id = id;
  bar.role = 'status';
  bar.className = 'border-b border-line bg-accent-soft';
  // As announcements stand (app/routes/frame/announcement.server.tsx).
  const inside = document.createElement('div');
  inside.className = 'page flex items-center justify-between gap-x-4 text-sm';
  const words = document.createElement('p');
  words.className = 'min-w-0 py-2.5';
  words.textContent = 'A newer version of this site is out.';
  const refresh = document.createElement('button');
  refresh.type = 'button';
  refresh.className = 'link inline-flex min-h-11 shrink-0 cursor-pointer items-center font-semibold';
  refresh.textContent = 'Refresh';
  refresh.onclick = () => location.reload();
  inside.append(words, refresh);
  document.querySelector('header')?.before(bar);
  // What a status says is read out when it comes into one that is there.
  bar.append(inside);
}
