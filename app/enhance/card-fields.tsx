import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CardBrands } from '~/components/checkout/card-brands';
import { InLabel, SecurityCodeIcon } from '~/components/checkout/card-parts';
import type { HostedCardProps } from '~/components/enhanced/hosted-card';
import type { HostedCardFields, HostedFieldName } from '~/payments/browser-port';
import { checkCard, isCardBlank, type CardErrors } from './card/check-card';
import { markBrand } from './card/mark-brand';
import { enterCard } from './card/enter-card';
import { ErrorList, removePlainErrors } from './card/error-list';
import { HostedField } from './card/hosted-field';
import { loadCardFields } from './card/load-card-fields';
import { findNameInput, markName, NameError, OwnNameInput } from './card/name-input';
import { isLeftBlank, isToggled, pressApply, sendWith, unlessLeft, watchSubmit } from './card/page-form';
import { mountWith } from './mount';
import { getElement, getForm } from './shared/find';
import { listen } from './shared/listen';
import { LiveRegion } from './shared/live-region';
import { updateTitle } from './shared/title';

type Phase = 'loading' | 'ready' | 'submitting' | 'failed';

/**
 * Replaces the plain card fields with the provider's, so that number and code never reach our server. The plain fields are hidden until the
 * provider's are ready. If loading fails, they reappear with their input.
 */
function CardFields(props: HostedCardProps) {
  const { texts } = props;
  const root = useRef<HTMLDivElement>(null);
  const card = useRef<HostedCardFields>();
  /** Resolves to whether the fields can be used. */
  const opening = useRef<Promise<boolean>>();
  /** The focused element when Continue was pressed during loading. */
  const pressed = useRef<Element | null>();
  const [phase, setPhase] = useState<Phase>('loading');
  /** Errors in the list above the fields, found when the card was sent and not corrected since. */
  const [errors, setErrors] = useState<CardErrors>({});
  const [timesShown, setTimesShown] = useState(0);
  /** Errors at the fields. Also includes those found when the visitor leaves a field after sending the card. */
  const [fieldErrors, setFieldErrors] = useState<CardErrors>({});
  const [brand, setBrand] = useState<string>();
  /** The checked card. A repeated press sends it again, because the browser may not have got a page. */
  const checked = useRef<Record<string, string>>();
  // Lets listeners read the latest values without being bound again.
  const latestPhase = useRef<Phase>('loading');
  const handlers = { submit, needsNoCard, checkLeft, followTyping, nameInput, forget, takeErrors };
  const latest = useRef(handlers);
  latest.current = handlers;

  // Runs before the next paint, so that the page never shows both sets of fields.
  useLayoutEffect(() => {
    const instead = getElement(`#${props.insteadOf}`);
    const isFocused = instead.contains(document.activeElement);
    // A visitor who has already started typing a card continues in the plain fields. 3-D Secure would refuse that card.
    if (!props.threeDSecure && (isFocused || !isLeftBlank(instead))) return enter('failed');
    instead.hidden = true;
    const containers = containersIn();
    opening.current = loadCardFields(props.provider, {
      clientToken: props.clientToken,
      containers,
      labels: props.texts.labels,
      hints: props.texts.hints,
      placeholders: { cvv: props.texts.hints.cvv },
      hiddenCardBrands: props.hiddenCardBrands,
      collectsDeviceData: props.collectsDeviceData,
      asksBank: props.threeDSecure !== null,
      // The page does not receive Enter inside a frame.
      onEnter: () => getElement('.default-button').click(),
      onFocusChange: (field, isFocused) => {
        containers[field].toggleAttribute('data-focused', isFocused);
        if (isFocused) latest.current.forget();
        else latest.current.checkLeft(field);
      },
      onChange: () => latest.current.followTyping(),
    }).then(
      (fields) => {
        card.current = fields;
        latest.current.takeErrors(fields, instead);
        instead.remove();
        enter('ready');
        if (isFocused && document.activeElement === document.body) fields.focus('number');
        return true;
      },
      () => {
        instead.hidden = false;
        enter('failed');
        // The first plain field, or the notice on how to pay.
        if (document.activeElement === pressed.current) (instead.querySelector('input') ?? instead).focus();
        return false;
      },
    );
    return () => {
      instead.hidden = false;
    };
  }, [props]);

  useEffect(() => {
    const form = getForm(root.current);
    const stopListening = listen([
      [form, 'input', () => latest.current.forget()],
      [form, 'input', ({ target }) => target === latest.current.nameInput() && latest.current.followTyping()],
    ]);
    const stopWatching = watchSubmit(form, {
      isOurs: () => latestPhase.current !== 'failed' && !latest.current.needsNoCard(form),
      submit: () => void latest.current.submit(form),
      comeBack: () => {
        latest.current.forget();
        if (latestPhase.current === 'submitting') enter('ready');
      },
    });
    return () => {
      stopListening();
      stopWatching();
    };
  }, []);

  useEffect(() => updateTitle(texts.errorTitle), [errors, texts]);

  function enter(next: Phase) {
    latestPhase.current = next;
    setPhase(next);
  }

  /** Whether Continue keeps the stored payment method, or pays nothing. */
  function needsNoCard(form: HTMLFormElement): boolean {
    if (props.isFreeIfToggled && isToggled(form)) return true;
    return props.isOptional && (!card.current || isCardBlank(card.current.state()));
  }

  /** After a change the card is checked again: the bank confirms a card, a name and an amount. */
  function forget() {
    if (!checked.current) return;
    checked.current = undefined;
    enter('ready');
  }

  async function submit(form: HTMLFormElement) {
    if (checked.current) return sendWith(form, checked.current);
    if (latestPhase.current === 'loading') {
      if (pressed.current) return;
      pressed.current = document.activeElement;
      const isOpened = opening.current && (await unlessLeft(opening.current));
      if (!isOpened) return;
    }
    const fields = card.current;
    if (latestPhase.current !== 'ready' || !fields) return;
    const state = fields.state();
    // The bank receives the total, so a typed code must be applied first. It may also pay everything.
    if ((props.threeDSecure || isCardBlank(state)) && pressApply(form)) return;
    const { value: cardHolderName } = nameInput();
    const found = checkCard(state, cardHolderName, props);
    if (Object.keys(found).length > 0) return show(fields, found);
    enter('submitting');
    setErrors({});
    setFieldErrors({});
    const entered = await unlessLeft(enterCard(fields, props, { cardHolderName, isCoParentToggled: isToggled(form) }));
    if (entered && 'values' in entered) {
      checked.current = entered.values;
      return sendWith(form, entered.values);
    }
    enter('ready');
    if (entered) show(fields, entered.errors);
  }

  /** An empty field is reported only when the card is sent. */
  function checkLeft(field: HostedFieldName) {
    const state = card.current?.state();
    if (!state || state.fields[field].isEmpty) return;
    const { [field]: message } = checkCard(state, '', props);
    if (message) changeFieldErrors((before) => ({ ...before, [field]: message }));
  }

  function changeFieldErrors(change: (before: CardErrors) => CardErrors) {
    setFieldErrors((before) => {
      const after = change(before);
      if (Object.keys(after).join() !== Object.keys(before).join()) {
        card.current?.showErrors(after);
        markName(nameInput(), 'cardHolderName' in after);
      }
      return after;
    });
  }

  /** Removes the errors that typing has corrected. */
  function followTyping() {
    forget();
    const state = card.current?.state();
    if (!state) return;
    const found = checkCard(state, nameInput().value, props);
    // Typing does not correct errors that concern no field.
    const remaining = (before: CardErrors): CardErrors =>
      Object.fromEntries(Object.entries(before).filter(([name]) => name === 'form' || name in found));
    changeFieldErrors(remaining);
    setErrors(remaining);
    setBrand(markBrand(document, state.brand));
    containersIn().number.toggleAttribute('data-typed', !state.fields.number.isEmpty);
  }

  function show(fields: HostedCardFields, found: CardErrors, takesFocus = true) {
    setErrors(found);
    if (takesFocus) setTimesShown((times) => times + 1);
    setFieldErrors(found);
    fields.showErrors(found);
    markName(nameInput(), 'cardHolderName' in found);
  }

  /** Shows the fields' own errors instead of the server's about the plain controls. */
  function takeErrors(fields: HostedCardFields, controls: HTMLElement) {
    const name = nameInput();
    const { wereShown, wasTyped, isFocusLost } = removePlainErrors(controls, name, texts);
    // A stored method needs no card, but a visitor who typed one must not pay with the stored one unnoticed.
    if (props.isOptional ? wasTyped : wereShown)
      show(fields, checkCard(fields.state(), name.value, props), isFocusLost);
  }

  function nameInput(): HTMLInputElement {
    return findNameInput(props.nameInput);
  }

  function focus(field: keyof CardErrors) {
    if (field === 'cardHolderName') nameInput().focus();
    else if (field !== 'form') card.current?.focus(field);
  }

  if (phase === 'failed') return <div ref={root} />;
  const fields = (
    <>
      <ErrorList errors={errors} timesShown={timesShown} texts={texts} focus={focus} />
      <div className={phase === 'loading' ? 'hosted-fields loading' : 'hosted-fields'}>
        <LiveRegion text={phase === 'ready' ? '' : texts[phase]} />
        {/* Not around the message: Firefox reports no change inside a busy element. */}
        <div aria-busy={phase !== 'ready'}>
          <HostedField
            name="number"
            label={texts.labels.number}
            error={fieldErrors.number}
            inBox={<CardBrands brands={props.brands} text={texts.accepted} />}
          />
          <div className="visually-hidden">
            <LiveRegion text={(brand && props.brands[brand]) ?? ''} />
          </div>
          <div className="field-row">
            <HostedField
              name="expirationDate"
              label={<InLabel name={texts.labels.expirationDate} hint={texts.hints.expirationDate} />}
              error={fieldErrors.expirationDate}
            />
            <HostedField name="cvv" label={texts.labels.cvv} error={fieldErrors.cvv} inBox={<SecurityCodeIcon />} />
          </div>
        </div>
      </div>
      {props.nameInput === null ? (
        <OwnNameInput
          label={texts.labels.cardHolderName}
          value={props.cardHolderName}
          error={fieldErrors.cardHolderName}
        />
      ) : (
        <NameError text={fieldErrors.cardHolderName} />
      )}
    </>
  );
  if (props.nameInput !== null) return <div ref={root}>{fields}</div>;
  return (
    <div ref={root}>
      <fieldset className="card-entry">
        <legend>{texts.legend}</legend>
        {fields}
      </fieldset>
    </div>
  );
}

/** The elements for the provider's fields. This component has rendered them before its effects run. */
function containersIn(): Record<HostedFieldName, HTMLElement> {
  return {
    number: getElement('#hosted-number'),
    expirationDate: getElement('#hosted-expirationDate'),
    cvv: getElement('#hosted-cvv'),
  };
}

export const mount = mountWith(CardFields);
