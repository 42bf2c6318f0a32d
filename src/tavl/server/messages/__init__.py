"""Everything that is said over HTTP and the socket, as types. The JSON Schema is made from them."""
