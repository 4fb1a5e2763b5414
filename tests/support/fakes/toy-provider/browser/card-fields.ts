import type { CardFieldsSetUp, HostedCardFields, HostedFieldName } from '~/payments/browser-port';

/** The toy's card fields are inputs in the page, where a real provider has frames. They call no bank and no host. */
export async function openCardFields(setUp: CardFieldsSetUp): Promise<HostedCardFields> {
  const inputs = {
    number: makeInput('number', setUp),
    expirationDate: makeInput('expirationDate', setUp),
    cvv: makeInput('cvv', setUp),
  };
  const stateOf = (name: HostedFieldName) => {
    const isEmpty = inputs[name].value === '';
    return { isEmpty, isValid: !isEmpty };
  };
  return {
    state: () => ({
      fields: { number: stateOf('number'), expirationDate: stateOf('expirationDate'), cvv: stateOf('cvv') },
      brand: 'visa',
    }),
    showErrors(messages) {
      for (const input of Object.values(inputs)) input.setAttribute('aria-invalid', String(input.id in messages));
    },
    focus: (field) => inputs[field].focus(),
    async tokenise() {
      const lastFour = inputs.number.value.slice(-4);
      return { outcome: 'tokenised', nonce: `toy-${lastFour}-${crypto.randomUUID()}`, lastFour, brand: 'Visa' };
    },
    teardown: () => Object.values(inputs).forEach((input) => input.remove()),
  };
}

function makeInput(name: HostedFieldName, { containers, labels, onEnter, onFocusChange, onChange }: CardFieldsSetUp) {
  const input = document.createElement('input');
  input.id = name;
  input.setAttribute('aria-label', `${labels[name]}, by the toy`);
  input.addEventListener('focus', () => onFocusChange(name, true));
  input.addEventListener('blur', () => onFocusChange(name, false));
  input.addEventListener('input', onChange);
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onEnter();
  });
  containers[name].append(input);
  return input;
}
