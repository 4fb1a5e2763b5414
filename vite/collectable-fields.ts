import type { Plugin } from 'vite';

const GETTERS = /^ {4}get (?=\w+\(\) \{$)/gm;
const READ = 'return Reflect.get(target, key, receiver);\n    }\n  });\n}\nfunction getFieldMetadata';

/**
 * Replaces the getters of Conform's metadata with methods, which its proxy calls. It makes them for each property that is read from a field.
 * V8 allocates getters of an object literal in the old space, where they retain the form until the next full garbage collection.
 */
export const collectableFields: Plugin = {
  name: 'collectable-fields',
  transform(code, id) {
    if (!/\/@conform-to\/react\/dist\/context\.mjs$/.test(id)) return undefined;
    if (code.search(GETTERS) < 0 || !code.includes(READ))
      this.error('Conform reads the metadata of fields in another place');
    const call =
      'return Object.hasOwn(target, key) && typeof target[key] === "function" ? target[key].call(receiver) : ';
    return { code: code.replace(GETTERS, '    ').replace(READ, (read) => read.replace('return ', call)), map: null };
  },
};
