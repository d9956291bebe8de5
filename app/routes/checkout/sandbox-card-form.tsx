import { useEffect, useRef, useState } from 'react';
import {
  type CardFormProps,
  type CardTyped,
  type ConfirmProblem,
  confirmSandboxPayment,
} from '#app/routes/checkout/confirm-payment.ts';
import {
  PayButton,
  PaymentMessage,
  paymentMessageId,
  retryAdvice,
} from '#app/routes/checkout/pay-button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';

const failedMessage =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

const isDecline = ({ code }: ConfirmProblem) => code === 'card_declined';

/** What the message says: a refusal by the bank in full; what is mistyped stands beside its field. */
function messageOf(problems: readonly ConfirmProblem[]): string {
  const declined = problems.find(isDecline);
  if (declined) return `${declined.message} ${retryAdvice}`;
  if (problems.some(({ field }) => field))
    return 'You have not been charged. Please check the card’s details.';
  return problems.map(({ message }) => message).join(' ');
}

const errorsOf = (problems: readonly ConfirmProblem[], wanted: keyof CardTyped) =>
  problems.filter(({ field }) => field === wanted).map(({ message }) => message);

/** A card form of the site's own, for payments in the sandbox. */
export function SandboxCardForm({
  clientSecret,
  returnUrl,
  due,
  hasFailed,
}: CardFormProps & { clientSecret: string }) {
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly ConfirmProblem[]>(
    hasFailed ? [{ message: failedMessage }] : [],
  );
  const isDeclined = problems.some(isDecline);

  // To the field that has to change; a card that was declined gives way to the next one typed.
  useEffect(() => {
    const wrong = problems.find(({ field }) => field)?.field;
    const field = wrong && form.current?.elements.namedItem(wrong);
    if (!(field instanceof HTMLInputElement)) return;
    field.focus();
    if (isDeclined) field.select();
  }, [problems, isDeclined]);

  async function pay(typed: FormData) {
    if (isBusy) return;
    setBusy(true);
    setProblems([]);
    const card: CardTyped = {
      number: String(typed.get('number')),
      expiry: String(typed.get('expiry')),
      cvc: String(typed.get('cvc')),
    };
    const outcome = await confirmSandboxPayment(clientSecret, card, returnUrl);
    if ('goTo' in outcome) {
      window.location.assign(outcome.goTo);
      return;
    }
    setProblems(outcome.problems);
    setBusy(false);
  }

  return (
    <Card>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          void pay(new FormData(event.currentTarget));
        }}
        noValidate
        className="grid gap-5"
      >
        <TextField
          id="card-number"
          name="number"
          label="Card number"
          inputMode="numeric"
          autoComplete="cc-number"
          placeholder="4242 4242 4242 4242"
          required
          {...(isDeclined
            ? { 'aria-invalid': true, 'aria-describedby': paymentMessageId }
            : { errors: errorsOf(problems, 'number') })}
        />
        <div className="grid gap-5 min-[400px]:grid-cols-2">
          <TextField
            id="card-expiry"
            name="expiry"
            label="Expiry (MM / YY)"
            inputMode="numeric"
            autoComplete="cc-exp"
            placeholder="12 / 34"
            required
            errors={errorsOf(problems, 'expiry')}
          />
          <TextField
            id="card-cvc"
            name="cvc"
            label="CVC"
            inputMode="numeric"
            autoComplete="cc-csc"
            placeholder="123"
            required
            errors={errorsOf(problems, 'cvc')}
          />
        </div>
        <PaymentMessage text={messageOf(problems)} />
        <PayButton due={due} isBusy={isBusy} />
      </form>
    </Card>
  );
}
