declare module 'swagger-ui-dist/absolute-path.js' {
  /** The folder that the files of Swagger UI lie in. */
  const folder: () => string;
  export default folder;
}
