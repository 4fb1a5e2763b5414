import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { watchBackendLine, watchStore } from './watch-resources';

test('reports the size and the connections of a store', async () => {
  const registry = new Registry();
  watchStore(registry, {
    size: () => Promise.resolve(4096),
    connections: () => ({ used: 2, idle: 3, waiting: 1 }),
  });
  const text = await registry.metrics();
  expect(text).toContain('joinery_store_bytes 4096');
  expect(text).toContain('joinery_store_connections{state="used"} 2');
  expect(text).toContain('joinery_store_connections{state="waiting"} 1');
});

test('reports nothing for a store that is down', async () => {
  const registry = new Registry();
  watchStore(registry, { size: () => Promise.reject(new Error('no store')) });
  const text = await registry.metrics();
  expect(text).not.toMatch(/^joinery_store/m);
});

test('reports the circuit and the waiting calls of a backend', async () => {
  const registry = new Registry();
  let isOpen = false;
  watchBackendLine(registry, { isCircuitOpen: () => isOpen, load: () => ({ running: 50, waiting: 7 }) });
  expect(await registry.metrics()).toContain('joinery_backend_circuit_open 0');
  isOpen = true;
  const text = await registry.metrics();
  expect(text).toContain('joinery_backend_circuit_open 1');
  expect(text).toContain('joinery_backend_calls{state="waiting"} 7');
});
