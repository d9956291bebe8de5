import { useEffect, useRef, useState } from 'react';
import { useLookingAgain } from '#app/routes/frame/polling.tsx';
import { LinksFromServer } from '#app/ui/links-from-server.tsx';
import type { PagePart } from '#app/ui/page-html.tsx';

/** The id of the sentence that says how one stands with the membership. */
export const membershipTitleId = 'membership';

interface NewsProps {
  /** Whether the provider is about to tell something. */
  isAwaited: boolean;
  part: PagePart;
}

/** How one stands with the membership. Where news is awaited the page looks again by itself, and what has changed is read out. */
export function MembershipNews({ isAwaited, part }: NewsProps) {
  useLookingAgain(isAwaited);
  const title = useRef<string>(undefined);
  const [news, setNews] = useState('');
  useEffect(() => {
    const shown = document.getElementById(membershipTitleId)?.textContent ?? '';
    if (title.current !== undefined && title.current !== shown) setNews(shown);
    title.current = shown;
  });
  return (
    <div>
      <LinksFromServer part={part} />
      <p role="status" className="sr-only">
        {news}
      </p>
    </div>
  );
}
