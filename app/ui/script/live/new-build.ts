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
  const inside = document.createElement('p');
  inside.className = 'page flex flex-wrap items-center justify-between gap-x-6 text-sm';
  const refresh = document.createElement('button');
  refresh.type = 'button';
  refresh.className = 'link inline-flex min-h-11 cursor-pointer items-center font-semibold';
  refresh.textContent = 'Refresh';
  refresh.onclick = () => location.reload();
  inside.append('A newer version of this site is out.', refresh);
  document.querySelector('header')?.before(bar);
  // What a status says is read out when it comes into one that is there.
  bar.append(inside);
}
