declare module 'virtual:script-groups' {
  /** Relative to the base path, by group. */
  const files: Readonly<Record<string, string>>;
  export default files;
}
