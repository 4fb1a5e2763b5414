import { it } from 'vitest';
import { startBesideASilentGateway } from '~tests/servers/silent-start';

it(
  'serves its pages at once despite a hundred unknown payments and a silent gateway, and settles them when it responds',
  {
    timeout: 240_000,
  },
  startBesideASilentGateway,
);
