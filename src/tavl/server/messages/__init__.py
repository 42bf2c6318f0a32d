"""The types of all messages over HTTP and the socket. The JSON Schema is made from them."""
