import { useEffect, useState } from 'react';
import { useFetchers, useLocation } from 'react-router';
import type { Flash } from '#app/routes/http/flash.server.ts';
import { Notice } from '#app/ui/notice.tsx';

/**
 * The message that a form left for this page. It stays while the page looks for news, and is gone once one sends the next form, of
 * whose outcome it says nothing, or goes elsewhere.
 */
export function FlashNotice({ flash }: { flash: Flash | null }) {
  const { key } = useLocation();
  const isSending = useFetchers().some(({ formMethod }) => formMethod === 'POST');
  const [shown, setShown] = useState({ flash, key, isOver: false });
  if (flash && flash !== shown.flash) setShown({ flash, key, isOver: false });
  useEffect(() => {
    if (isSending) setShown((before) => ({ ...before, isOver: true }));
  }, [isSending]);
  if (!shown.flash || shown.isOver || shown.key !== key) return null;
  return (
    <div className="page py-4">
      <Notice tone={shown.flash.kind} live>
        {shown.flash.message}
      </Notice>
    </div>
  );
}
