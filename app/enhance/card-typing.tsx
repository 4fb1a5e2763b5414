import { useEffect, useRef, useState } from 'react';
import type { CardTypingProps } from '~/components/enhanced/card-typing';
import { cardBrand, cardDigits, cardGaps, isCardNumber, isCvv, isExpired, parseExpiration } from '~/domain/cards';
import { showMessage } from './shared/field-message';
import { groupNumber, padMonth, slashExpiration, type Typed } from './card/format-typed';
import { markBrand } from './card/mark-brand';
import { mountWith } from './mount';
import { getElement, getForm } from './shared/find';
import { listen } from './shared/listen';
import { LiveRegion } from './shared/live-region';

type CardField = keyof CardTypingProps['ids'];

/**
 * Helps with typing a card into the plain fields, as a provider's own fields do: groups the number, writes the slash, marks the brand, and
 * reports errors when a field is left. A message disappears as soon as its field is correct.
 */
function CardTyping({ ids, hiddenCardBrands, brands, texts }: CardTypingProps) {
  const root = useRef<HTMLDivElement>(null);
  const [brand, setBrand] = useState<string>();

  useEffect(() => {
    // The provider's card fields have replaced the plain ones.
    if (!root.current?.isConnected) return;
    const form = getForm(root.current);
    const inputs: Record<CardField, HTMLInputElement> = {
      number: getElement(`#${ids.number}`),
      expirationDate: getElement(`#${ids.expirationDate}`),
      cvv: getElement(`#${ids.cvv}`),
    };
    const faultOf: Record<CardField, (typed: string) => string | undefined> = {
      number: (typed) => {
        const digits = cardDigits(typed);
        if (!isCardNumber(digits)) return texts.number;
        return hiddenCardBrands.includes(cardBrand(digits) ?? '') ? texts.brand : undefined;
      },
      expirationDate: (typed) => {
        const read = parseExpiration(typed);
        return read && !isExpired(read, new Date()) ? undefined : texts.expirationDate;
      },
      cvv: (typed) => (isCvv(cardDigits(typed), inputs.number.value) ? undefined : texts.cvv),
    };
    const entries = Object.entries(inputs) as [CardField, HTMLInputElement][];
    const mark = () => setBrand(markBrand(form, cardBrand(inputs.number.value) ?? undefined));
    const formatted: Partial<Record<CardField, (typed: Typed) => Typed>> = {
      number: (typed) => groupNumber(typed, cardGaps(cardDigits(typed.value))),
      expirationDate: slashExpiration,
    };

    function follow(event: Event) {
      const { isComposing = false, inputType = '' } = event as Partial<InputEvent>;
      const [name, input] = entries.find(([, one]) => one === event.target) ?? [];
      if (!name || !input || isComposing) return;
      // After deleting, the visitor usually types something else there.
      const format = inputType.startsWith('delete') && name !== 'number' ? undefined : formatted[name];
      if (format) rewrite(input, format);
      mark();
      for (const [other, control] of entries) {
        if (control.getAttribute('aria-invalid') === 'true' && !faultOf[other](control.value))
          showMessage(control, undefined);
      }
    }

    function leave(event: Event) {
      const [name, input] = entries.find(([, one]) => one === event.target) ?? [];
      if (!name || !input || input.value.trim() === '') return;
      if (name === 'expirationDate') input.value = padMonth(input.value);
      showMessage(input, faultOf[name](input.value));
    }

    // Formats input from before this script loaded.
    rewrite(inputs.number, (typed) => groupNumber(typed, cardGaps(cardDigits(typed.value))));
    mark();
    return listen([
      [form, 'input', follow],
      [form, 'focusout', leave],
    ]);
  }, [ids, hiddenCardBrands, texts]);

  return (
    <div ref={root} className="visually-hidden">
      <LiveRegion text={brand === undefined ? '' : (brands[brand] ?? '')} />
    </div>
  );
}

function rewrite(input: HTMLInputElement, format: (typed: Typed) => Typed): void {
  const before = input.value;
  const { value, caret } = format({ value: before, caret: input.selectionStart ?? before.length });
  if (value === before) return;
  input.value = value;
  // In an input without the focus, WebKit would move the focus there.
  if (input === document.activeElement) input.setSelectionRange(caret, caret);
}

export const mount = mountWith(CardTyping);
