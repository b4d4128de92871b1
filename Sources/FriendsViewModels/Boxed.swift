/// A value that is absent most of the time, kept apart from what it belongs to: to copy that copies a reference, however
/// large the value is. It is a value all the same.
///
/// What is to be seen is copied for every key, and most of it is not there while one goes through the list.
@propertyWrapper
package struct Boxed<Value: Equatable & Sendable>: Equatable, Sendable {
    private indirect enum Content: Equatable, Sendable {
        case nothing
        case value(Value)
    }

    private var content: Content

    package init(wrappedValue: Value?) {
        content = wrappedValue.map(Content.value) ?? .nothing
    }

    package var wrappedValue: Value? {
        get {
            switch content {
            case .nothing: nil
            case .value(let value): value
            }
        }
        set { content = newValue.map(Content.value) ?? .nothing }
    }
}
