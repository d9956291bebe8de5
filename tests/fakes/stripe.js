// Stands in for Stripe.js: as much of it as the site uses, and it refuses what Stripe.js refuses. The card is typed in a frame of Stripe's,
// and tried by Stripe's API, both of which provider-scripts.ts answers.
{
  class IntegrationError extends Error {}

  const refuse = (message) => {
    throw new IntegrationError(message);
  };

  const onlyKnown = (given, known, of) => {
    for (const [name, value] of Object.entries(given ?? {}))
      if (value !== undefined && !known.includes(name)) refuse(`${name} is not an accepted ${of} parameter.`);
  };

  const color = /^#[0-9a-f]{3,8}$|^(?:rgb|hsl)a?\(/i;

  const variables = [
    'colorPrimary',
    'colorBackground',
    'colorText',
    'colorTextSecondary',
    'colorTextPlaceholder',
    'colorDanger',
    'fontFamily',
    'fontSizeBase',
    'borderRadius',
  ];

  const checkAppearance = (appearance) => {
    onlyKnown(appearance, ['theme', 'variables', 'rules', 'labels', 'disableAnimations'], 'appearance');
    if (!['stripe', 'night', 'flat'].includes(appearance?.theme)) refuse('Unknown theme.');
    onlyKnown(appearance.variables, variables, 'appearance.variables');
    for (const [name, value] of Object.entries(appearance.variables ?? {}))
      if (name.startsWith('color') && !color.test(value)) refuse(`${name}: ${value} is no color.`);
    for (const selector of Object.keys(appearance.rules ?? {}))
      if (!/^\.[A-Z]\w*(?:--\w+)?(?::\w+)?$/.test(selector)) refuse(`${selector} is no selector.`);
  };

  const events = ['ready', 'change', 'focus', 'blur', 'escape', 'loaderror', 'loaderstart'];

  /** The card fields: a frame of Stripe's. */
  function createFields() {
    const heard = Object.fromEntries(events.map((event) => [event, new Set()]));
    let frame;
    return {
      on(event, hear) {
        (heard[event] ?? refuse(`${event} is no event of the Element.`)).add(hear);
        return this;
      },
      off(event, hear) {
        heard[event]?.delete(hear);
        return this;
      },
      mount(place) {
        if (!(place instanceof HTMLElement) || !place.isConnected) refuse('There is nothing to mount to.');
        if (frame) refuse('The Element is mounted already.');
        frame = document.createElement('iframe');
        frame.title = 'Secure payment input frame';
        frame.src = 'https://js.stripe.com/endive/elements-inner-payment.html';
        frame.addEventListener('load', () => {
          for (const hear of heard.ready) hear({ elementType: 'payment' });
        });
        place.append(frame);
      },
      update(options) {
        onlyKnown(options, ['layout', 'defaultValues', 'business', 'paymentMethodOrder'], 'payment');
      },
      destroy() {
        frame?.remove();
        frame = undefined;
      },
      /** What is typed in the frame. */
      card: () =>
        new Promise((resolve) => {
          if (!frame) refuse('The Element is not mounted.');
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = ({ data }) => resolve(data);
          frame.contentWindow.postMessage('card', 'https://js.stripe.com', [port2]);
        }),
    };
  }

  function createElements(options) {
    onlyKnown(options, ['clientSecret', 'appearance', 'locale', 'fonts', 'loader'], 'elements()');
    const { clientSecret, appearance, locale } = options ?? {};
    if (!/^pi_\w+_secret_\w+$/.test(clientSecret)) refuse('The client secret is none.');
    if (locale !== undefined && !/^(?:auto|[a-z]{2}(?:-[A-Z]{2})?)$/.test(locale)) refuse('Unknown locale.');
    if (appearance) checkAppearance(appearance);
    let fields;
    return {
      clientSecret,
      fields: () => fields,
      create(type, given) {
        if (type !== 'payment') refuse(`A valid Element name must be provided, not ${type}.`);
        if (fields) refuse('Can only create one Element of type payment.');
        onlyKnown(given, ['layout', 'defaultValues', 'business', 'paymentMethodOrder'], 'payment');
        fields = createFields();
        return fields;
      },
      getElement: () => fields ?? null,
      update(changes) {
        onlyKnown(changes, ['appearance', 'locale'], 'elements.update()');
        if (changes.appearance) checkAppearance(changes.appearance);
      },
    };
  }

  const notStoodInFor = () => refuse('The stand-in has no such call.');

  const Stripe = (key, options) => {
    if (!/^pk_(?:test|live)_\w+$/.test(key)) refuse('Invalid publishable key.');
    onlyKnown(options, ['locale', 'apiVersion', 'stripeAccount'], 'Stripe()');
    const known = new Set();
    return {
      elements(given) {
        const elements = createElements(given);
        known.add(elements);
        return elements;
      },
      async confirmPayment({ elements, confirmParams, redirect, ...rest }) {
        onlyKnown(rest, [], 'confirmPayment()');
        onlyKnown(confirmParams, ['return_url', 'payment_method_data', 'shipping'], 'confirmParams');
        if (!known.has(elements)) refuse('elements is none of this Stripe.');
        const returnUrl = confirmParams?.return_url;
        if (redirect === undefined && !URL.canParse(returnUrl)) refuse('return_url must be a full address.');
        const [intent] = elements.clientSecret.split('_secret_');
        const answer = await fetch(`https://api.stripe.com/v1/payment_intents/${intent}/confirm`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({
            client_secret: elements.clientSecret,
            card: await elements.fields().card(),
            return_url: returnUrl,
          }),
        });
        const { error, next } = await answer.json();
        if (error) return { error };
        location.assign(next);
        // The page is left.
        return new Promise(() => {});
      },
      createToken: notStoodInFor,
      createPaymentMethod: notStoodInFor,
      confirmCardPayment: notStoodInFor,
    };
  };
  Stripe.version = 'endive';
  window.Stripe = Stripe;
}
