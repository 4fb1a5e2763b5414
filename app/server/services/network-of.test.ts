import { BlockList } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exceptedNetworks, networkOf, networksOf } from './network-of';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['1:2:3:4:5:6:192.0.2.1', '1:2:3:4::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['fe80::1%en-0.12', 'fe80:0:0:0::/64'],
  ['', ''],
  ['unknown', 'unknown'],
  ['127.1', '127.1'],
  ['0x7f000001', '0x7f000001'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['[::ffff:192.0.2.1]:4711', '192.0.2.1'],
  ['192.0.2.1:', '192.0.2.1:'],
  ['192.0.2.1:port', '192.0.2.1:port'],
  ['127.1:80', '127.1:80'],
  ['::ffff:999.0.2.1', '::ffff:999.0.2.1'],
])('maps the address %s to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('returns a /64 that contains the address, in any notation', () => {
  const written = fc.ipV6().filter((address) => !networkOf(address).includes('.'));
  fc.assert(
    fc.property(written, (address) => {
      const [network = ''] = networkOf(address).split('/');
      const subnet = new BlockList();
      subnet.addSubnet(network, 64, 'ipv6');
      expect(subnet.check(address, 'ipv6')).toBe(true);
    }),
  );
});

it('also counts the /48 around it, with a higher limit', () => {
  expect(networksOf('2001:db8:1:2::9')).toEqual([
    { network: '2001:db8:1:2::/64', times: 1 },
    { network: '2001:db8:1::/48', times: 4 },
  ]);
  for (const address of ['192.0.2.1', '::ffff:192.0.2.1'])
    expect(networksOf(address)).toEqual([{ network: '192.0.2.1', times: 1 }]);
  expect(networksOf('unknown')).toEqual([{ network: 'unknown', times: 1 }]);
});

it.each(['192.0.2.1', '192.0.2.1:4711', '[2001:db8::1]:4711'])('excepts %s by its network', (address) => {
  const isExcepted = exceptedNetworks(['192.0.2.0/24', '2001:db8::/32']);
  expect([isExcepted(address), isExcepted('198.51.100.1:4711')]).toEqual([true, false]);
});

it('returns a string for any input', () => {
  fc.assert(fc.property(fc.string(), (text) => typeof networkOf(text) === 'string'));
});
