import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { BumpField } from '#app/routes/checkout/bump-field.tsx';

const bump = {
  key: 'seller_kit',
  amountCents: 1_900,
  name: 'Seller kit',
  price: '$19',
  gives: ['Sell the training yourself.'],
  sales: '/products/seller-kit',
};
const shown = (more: Partial<Parameters<typeof BumpField>[0]> = {}) =>
  renderToStaticMarkup(
    <BumpField
      product="dmd"
      currency={null}
      bump={bump}
      isAdded={false}
      code={null}
      seats={null}
      isFreeToday={false}
      hasWallet={false}
      {...more}
    />,
  );

describe('an order bump at the checkout', () => {
  it('names what it is, what it costs and what it gives, and is not ticked beforehand', () => {
    const html = shown();
    for (const words of [
      'Add Seller kit for $19',
      'Sell the training yourself.',
      'name="add_for" value="1900"',
    ])
      expect(html).toContain(words);
    expect(html).not.toContain('checked');
    expect(shown({ isAdded: true })).toContain('checked');
  });

  it('says how it is added, and how it is taken out again', () => {
    expect(shown()).toContain('To add it, tick the box and press “Update total”.');
    const added = shown({ isAdded: true });
    expect(added).toContain('It’s included in the total. To remove it, untick the box');
    expect(added).not.toContain('To add it');
  });

  it('stays with the promotion code that is taken, and the seats that are bought', () => {
    expect(shown({ code: 'SPRING' })).toContain('name="code" value="SPRING"');
    expect(shown({ seats: 7 })).toContain('name="seats" value="7"');
  });

  it('says what it cannot be combined with', () => {
    expect(shown({ hasWallet: true })).toContain(
      'PayPal can’t take both in one payment: pay by card to add it, or get it by itself after you have paid.',
    );
    const html = shown({ code: 'FREE', isFreeToday: true });
    expect(html).toContain('Remove the code to add it.');
    expect(html).toContain('disabled');
    expect(html).not.toContain('Update total');
  });
});
