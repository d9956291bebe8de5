import { type ComponentType, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Said, WalletButtonProps } from '#app/routes/checkout/paypal-buttons.tsx';
import type { WalletFormProps } from '#app/routes/checkout/wallet-form.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PageHtml, type PagePart } from '#app/ui/page-html.tsx';

/** How long the wallet's own button is waited for, in milliseconds. */
const patience = 5_000;

interface WalletProps extends WalletFormProps {
  /** By what the wallet draws its own button; null where it draws none. */
  buttons: WalletButtonProps['buttons'] | null;
  /** The form that leads to its page. */
  part: PagePart;
}

/**
 * Paying with the wallet (P173): at first a form that leads to its page. Once the wallet's own button is there, and nobody is about to
 * use the form, the button takes its place; where the button does not come or fails, the form is there.
 */
export function Wallet({ buttons, part, ...form }: WalletProps) {
  const plain = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const isReady = useRef(false);
  const [Button, setButton] = useState<ComponentType<WalletButtonProps> | null>(null);
  const [isShown, setShown] = useState(false);
  const [said, setSaid] = useState<Said | null>(null);

  useEffect(() => {
    if (!buttons) return;
    let isWaitedFor = true;
    const waiting = setTimeout(() => {
      isWaitedFor = false;
      if (!isReady.current) setButton(null);
    }, patience);
    import('#app/routes/checkout/paypal-buttons.tsx').then(
      ({ WalletButton }) => {
        if (isWaitedFor) setButton(() => WalletButton);
      },
      // The form is there.
      () => undefined,
    );
    return () => {
      isWaitedFor = false;
      clearTimeout(waiting);
    };
  }, [buttons]);

  function goBackToForm() {
    setShown(false);
    setButton(null);
  }

  function takeFormsPlace() {
    isReady.current = true;
    // Whoever is at the form goes on with it.
    if (plain.current?.contains(document.activeElement)) goBackToForm();
    else setShown(true);
  }

  /** Says how it went, and takes the focus there: it was in a window that is closed. */
  function say(next: Said | null) {
    flushSync(() => setSaid(next));
    if (next) words.current?.focus();
  }

  return (
    <div className="grid gap-4">
      <div ref={words} tabIndex={-1} className="empty:hidden">
        {said ? (
          <Notice live tone={said.isProblem ? 'error' : 'info'}>
            {said.text}
          </Notice>
        ) : null}
      </div>
      {isShown ? null : (
        <div ref={plain}>
          <PageHtml id={part.id} html={part.html} />
        </div>
      )}
      {Button && buttons ? (
        <Button
          {...form}
          buttons={buttons}
          isShown={isShown}
          onReady={takeFormsPlace}
          onSaid={say}
          onFailed={(why) => {
            goBackToForm();
            if (why) say(why);
          }}
        />
      ) : null}
    </div>
  );
}
