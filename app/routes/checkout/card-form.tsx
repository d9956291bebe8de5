import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  type CardFormProps,
  type CardTyped,
  type ConfirmProblem,
  confirmSandboxPayment,
  requestClientSecret,
} from '#app/routes/checkout/confirm-payment.ts';
import { HostedCheckoutForm } from '#app/routes/checkout/other-ways.tsx';
import { StripeCardForm } from '#app/routes/checkout/stripe-card-form.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';

const failedMessage =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/** The card form: there once a client secret came; where none comes, the fallback (specification, section 2). */
export function CardForm(props: CardFormProps) {
  const navigate = useNavigate();
  const { intentPath, donePath } = props;
  const [secret, setSecret] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    requestClientSecret(intentPath).then((found) => {
      if (!isCurrent) return;
      // Paid already, in another tab or before a reload: that page tells how far it is.
      if (found === 'paid') void navigate(donePath, { replace: true });
      else setSecret(found?.secret ?? null);
    });
    return () => {
      isCurrent = false;
    };
  }, [navigate, intentPath, donePath]);
  if (secret === null) return <Unavailable {...props} />;
  if (secret === undefined)
    return (
      <p className="scripts-only min-h-80 text-muted" role="status">
        Preparing the payment form...
      </p>
    );
  return props.provider === 'stripe' ? (
    <StripeCardForm {...props} clientSecret={secret} />
  ) : (
    <SandboxCardForm {...props} clientSecret={secret} />
  );
}

/** PayPal's button stands below the card form; where PayPal is not offered, the hosted page is the way on. */
function Unavailable({ path, priceLabel, hasPaypal, namesPaypal }: CardFormProps) {
  return (
    <>
      <Notice tone="error" live>
        {namesPaypal
          ? 'Stripe checkout is currently unavailable. Please use PayPal below.'
          : 'The card form is currently unavailable. Please use our payment provider’s page below.'}
      </Notice>
      {hasPaypal ? null : <HostedCheckoutForm path={path} priceLabel={priceLabel} />}
    </>
  );
}

const errorsOf = (problems: readonly ConfirmProblem[], field: ConfirmProblem['field']) =>
  problems.filter((problem) => problem.field === field).map(({ message }) => message);

function SandboxCardForm({ clientSecret, returnUrl, hasFailed }: CardFormProps & { clientSecret: string }) {
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly ConfirmProblem[]>(
    hasFailed ? [{ message: failedMessage }] : [],
  );

  async function pay(form: FormData) {
    setBusy(true);
    const card: CardTyped = {
      number: String(form.get('number')),
      expiry: String(form.get('expiry')),
      cvc: String(form.get('cvc')),
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
          errors={errorsOf(problems, 'number')}
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
        <Button type="submit" size="large" disabled={isBusy}>
          {isBusy ? 'Processing...' : 'Pay now'}
        </Button>
        <div role="alert" className="text-sm font-medium text-danger empty:hidden">
          {errorsOf(problems, undefined).join(' ')}
        </div>
      </form>
    </Card>
  );
}
