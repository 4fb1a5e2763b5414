import { it } from 'vitest';
import { startBesideASilentGateway } from '~tests/servers/silent-start';

it(
  'a server with a hundred unknown payments and a silent gateway serves its pages at once, and settles them when it speaks',
  {
    timeout: 240_000,
  },
  startBesideASilentGateway,
);
