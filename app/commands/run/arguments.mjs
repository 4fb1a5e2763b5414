import { parseArgs } from 'node:util';

/** For a command without arguments: prints its usage for `--help`, and exits with 2 on any other argument, before anything starts. */
export function takeNoArguments(usage, args = process.argv.slice(2)) {
  const { help, fault } = read(args);
  if (help) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  if (fault === undefined) return;
  process.stderr.write(`${fault}\n${usage}\n`);
  process.exit(2);
}

function read(args) {
  try {
    return { help: parseArgs({ args, options: { help: { type: 'boolean', short: 'h' } } }).values.help };
  } catch (error) {
    return { fault: error.message };
  }
}
