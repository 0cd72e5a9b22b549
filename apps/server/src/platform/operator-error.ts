/** An error in the configuration or in a required service. It is printed without a stack, because the message tells the operator what to do. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}
